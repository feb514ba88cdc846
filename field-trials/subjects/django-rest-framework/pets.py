from animal_store import AnimalStore
from django.urls import path
from rest_framework import exceptions, serializers, status
from rest_framework.response import Response
from rest_framework.views import APIView

store = AnimalStore()


class PetSerializer(serializers.Serializer):
    id = serializers.IntegerField(read_only=True)
    name = serializers.CharField()
    categoryId = serializers.IntegerField()
    status = serializers.ChoiceField(["available", "pending", "sold"], default="available")


class ListParameters(serializers.Serializer):
    limit = serializers.IntegerField(min_value=1, max_value=100, default=20)
    status = serializers.ChoiceField(["available", "pending", "sold"], default=None)


class Pets(APIView):
    def get(self, request):
        parameters = ListParameters(data=request.query_params)
        parameters.is_valid(raise_exception=True)
        return Response(PetSerializer(store.list(**parameters.validated_data), many=True).data)

    def post(self, request):
        serializer = PetSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        pet = store.add(serializer.validated_data)
        return Response(PetSerializer(pet).data, status=status.HTTP_201_CREATED)


class OnePet(APIView):
    def get(self, request, pet_id):
        pet = store.get(pet_id)
        if pet is None:
            raise exceptions.NotFound()
        return Response(PetSerializer(pet).data)


urlpatterns = [
    path("v1/pets", Pets.as_view()),
    path("v1/pets/<int:pet_id>", OnePet.as_view()),
]
